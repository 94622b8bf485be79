import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { pythonPackages } from '../../playground/licences.ts';
import { npmPackage, packageOf, shipped } from './npm.ts';

const found = new Set<string>();

/** Notes of which npm packages something goes into the scripts that are built. For pages and workers. */
export function notePackages(): Plugin {
  return {
    name: 'note-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [module, { renderedLength }] of Object.entries(chunk.modules)) {
          const name = renderedLength > 0 ? packageOf(module) : null;
          if (name !== null) found.add(name);
        }
      }
    },
  };
}

/** `virtual:licences`: read before the page is bundled, while the files still lie where they belong. */
function provide(): Plugin {
  return {
    name: 'provide-licences',
    resolveId: (id) => (id === 'virtual:licences' ? `\0${id}` : null),
    load: (id) =>
      id === '\0virtual:licences'
        ? `export const python = ${JSON.stringify(pythonPackages())};
           export const npm = ${JSON.stringify(shipped.map(npmPackage))};`
        : null,
  };
}

/** Fails the build where a package ships whose licence the site does not name. */
export function licences(): AstroIntegration {
  return {
    name: 'licences',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [provide(), { ...notePackages(), applyToEnvironment }] } });
      },
      'astro:build:done': ({ logger }) => {
        const unnamed = [...found].filter((name) => !shipped.includes(name)).sort();
        if (unnamed.length > 0) {
          throw new Error(
            `These packages ship without their licence: ${unnamed.join(', ')}. Name them in src/licences/npm.ts.`,
          );
        }
        logger.info(`${found.size} npm packages in the site's scripts, all with their licence`);
      },
    },
  };
}

/** What runs while the site is built is not shipped. */
const applyToEnvironment: Plugin['applyToEnvironment'] = ({ name }) => name === 'client';
