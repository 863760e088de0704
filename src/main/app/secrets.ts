import { safeStorage } from 'electron';

/**
 * Sealing through the system's keychain. On Linux without a keyring Chromium offers `basic_text`, which hides nothing;
 * there the answer is null and the engine keeps a secret for this run only (DESIGN section 8).
 */
export function keychainThere(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}
