import type { AppError } from '@shared/errors';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './errorText';

export function useErrorText(): (error: AppError) => string {
  const { t } = useTranslation();
  return useCallback((error) => errorText(t, error), [t]);
}
