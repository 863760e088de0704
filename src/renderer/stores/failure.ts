import type { StartFailure } from '@shared/ipc/failure';
import { create } from 'zustand';

/** Set while there is no engine and will be none by itself. */
export const useFailure = create<{ failure: StartFailure | null }>()(() => ({ failure: null }));

export const setFailure = (failure: StartFailure | null): void => useFailure.setState({ failure });
