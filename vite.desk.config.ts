import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Tells the server the names of the desk's files. */
function nameDeskAssets(): Plugin {
  return {
    name: 'name-desk-assets',
    async writeBundle(_options, bundle) {
      const find = (pattern: RegExp) => `/${Object.keys(bundle).find((name) => pattern.test(name))}`
      const assets = {
        script: find(/desk-.*\.js$/),
        styles: find(/desk-.*\.css$/),
        fonts: [find(/jost-normal-.*\.woff2$/), find(/cormorant-garamond-normal-.*\.woff2$/)],
      }
      await writeFile(path.join(import.meta.dirname, 'build/desk-assets.json'), JSON.stringify(assets))
    },
  }
}

/** The desk's script and styles, built separately so that none of it is in what shoppers load. */
export default defineConfig({
  plugins: [tailwindcss(), nameDeskAssets()],
  publicDir: false,
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: ['src/desk/client/desk.ts', 'src/desk/styles/desk.css'] },
  },
})
