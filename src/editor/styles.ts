import type { Plugin } from 'vite';

/**
 * Keeps the editor's stylesheets. They belong to no page, as the editor comes on demand, and Astro throws
 * away what belongs to no page unless a chunk holds it as an asset.
 */
export function editorStyles(): Plugin {
  return {
    name: 'editor-styles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.viteMetadata) continue;
        const { importedCss, importedAssets } = chunk.viteMetadata;
        const ofEditor = chunk.moduleIds.some((id) => id.includes('/monaco-editor/'));
        if (ofEditor) for (const sheet of importedCss) importedAssets.add(sheet);
      }
    },
  };
}
