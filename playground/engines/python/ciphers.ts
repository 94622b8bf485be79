import { gcm } from '@noble/ciphers/aes.js';
import type { JsModules } from './boot.ts';

/** The cipher under `py/shims/cryptography`: Python finds it as `noble_ciphers`. */
export const ciphers: JsModules = { noble_ciphers: { gcm } };
