import { config } from 'zod';

// The page's CSP forbids `new Function`, which zod would try. Imported before anything that parses.
config({ jitless: true });
