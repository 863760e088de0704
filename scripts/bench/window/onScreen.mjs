import { preflight } from '../../preflight.mjs';
import { startVirtualDisplay } from '../../runtime/virtualDisplay.mjs';

/** Calls `work` with what startApp needs to know of Electron and of a screen of its own, which is gone afterwards. */
export async function onScreen(work) {
  const { executable } = await preflight({ display: false });
  const screen = process.platform === 'linux' ? await startVirtualDisplay() : undefined;
  try {
    return await work({ executable, display: screen?.display });
  } finally {
    await screen?.stop();
  }
}
