import './jitless';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'inter-ui/inter-variable.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { startI18n } from './i18n/i18n';
import { startStores } from './stores/start';
import { applyTheme } from './stores/theme';
// After the styles of all features: it takes colours back that they set.
import './ui/forcedColours.css';

// Until the engine says what the settings are: as the system has it.
applyTheme('system');
startI18n(navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en');
const firstWords = startStores();

/** An engine that is about to speak is waited for: an empty page before it would be drawn for nothing. */
const PATIENCE_MS = 100;

const root = document.getElementById('root');
if (root !== null) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  void Promise.race([firstWords, patience]).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
