import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Server code that a component imports would silently end up in the browser bundle; this makes it a build error. */
function keepServerOutOfBrowser(): Plugin {
  return {
    name: 'keep-server-out-of-browser',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (/\/src\/(server|emulators)\//.test(id)) {
        throw new Error(`${id} belongs to the server, but a browser module imports it`)
      }
    },
  }
}

/** What product lists filter with, and what the footer shares with them. */
const OF_FILTERS = /skin-profile-button|filter-form|filtered-results|product-filter|catalogue\/facts/

/** For pages with the owner's texts, and the footer. */
const OF_TEXTS = /web\/texts|domain\/texts|newsletter\/newsletter-form/

/** Amounts, states and days: for the lower half of a product page, the finder, the drawer and the checkout. */
const OF_BUYING =
  /web\/delivery|cart\/free-shipping|money\/(pricing|rates|shipping-sentences)|orders\/(us-states|delivery-estimate|return-terms)|time\/(holidays|periods)|ui\/use-(rates|return-terms)|product\/blend/

/** Shared only by the policies, by the finder and the profile dialog, or by requests and responses. */
const OF_FEW_PAGES =
  /web\/policies|contract\/(messages|part-messages|form|checkout|shop-facts)|domain\/business|orders\/(neighbor-states|zip-of-state|expected-arrival|ship-by)|orders\/return-paragraphs|time\/retention|catalogue\/(fact-rows|skin-profile)|order-requests|policies\/policy|review-limits|reviews\/(ledger|moderation)|text\/tidy/

/** At the top of a product page, and of few others. */
const OF_PRODUCTS = /bottle-life|breadcrumbs/

const APART = [OF_FILTERS, OF_TEXTS, OF_BUYING, OF_PRODUCTS, OF_FEW_PAGES]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), keepServerOutOfBrowser()],
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: false },
  environments: {
    client: {
      // The built shop has no use for React's DevTools: without the hook, what connects them isn't downloaded.
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        rolldownOptions: {
          output: {
            // Few files: on a phone each costs more than its bytes. What several pages share is loaded once with the
            // first; what a press loads (the checkout, schemas) stays out of it.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 2,
                },
                {
                  name: 'shop',
                  test: (id) => !APART.some((pattern) => pattern.test(id)),
                  tags: ['$initial'],
                  minShareCount: 2,
                  priority: 1,
                },
                { name: 'buying', test: OF_BUYING },
                { name: 'products', test: OF_PRODUCTS },
                { name: 'filters', test: OF_FILTERS },
                { name: 'texts', test: OF_TEXTS },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // React's build doesn't depend on the shop's mode: without this, React picks its slow development half at run time
      // wherever NODE_ENV isn't "production".
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
      // With source maps, a stack in the log names the source; nothing under build/server is served.
      build: {
        // The only plugin without maps generates styles, which have no stacks.
        rolldownOptions: {
          input: './src/server/entry.ts',
          checks: { sourcemapBroken: false, ineffectiveDynamicImport: false },
        },
        sourcemap: true,
      },
      resolve: {
        // Bundled, so that React's build can be chosen here and startup reads only a handful of files. Not in
        // development: Vite's module runner can't evaluate CommonJS modules such as React's.
        noExternal: command === 'build' ? true : [],
        external: [
          '@electric-sql/pglite',
          '@simplewebauthn/server',
          'nodemailer',
          'pg',
          'pino',
          'prom-client',
          'sharp',
        ],
      },
    },
  },
}))
