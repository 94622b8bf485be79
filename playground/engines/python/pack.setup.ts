export { pack as setup } from './pack.ts';
