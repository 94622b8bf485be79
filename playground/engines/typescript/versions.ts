import { dependencies } from '../../../package.json' with { type: 'json' };

/** The official SDK's version, as this project pins it. */
export const SDK_VERSION: string = dependencies['@modelcontextprotocol/server'];
