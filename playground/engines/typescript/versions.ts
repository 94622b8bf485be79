import project from '../../../package.json' with { type: 'json' };

/** The official SDK's version, as this project pins it. */
export const SDK_VERSION: string = project.dependencies['@modelcontextprotocol/server'];
