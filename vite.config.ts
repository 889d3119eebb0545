import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Server code that a component imports would reach the browser bundle without a word; this makes it a build error. */
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

/** What the lists of products are filtered with, and what the footer shares with them. */
const OF_FILTERS = /skin-profile-button|filter-form|filtered-results|product-filter|catalogue\/facts/

/** For pages with texts of the owner's, and the footer. */
const OF_TEXTS = /web\/texts|domain\/texts|newsletter\/newsletter-form/

/** Sums, states and days: for the lower half of a product's page, the finder, the drawer and the checkout. */
const OF_BUYING =
  /web\/delivery|cart\/free-shipping|money\/(pricing|rates|shipping-sentences)|orders\/(us-states|delivery-estimate|return-terms)|time\/(holidays|periods)|ui\/use-(rates|return-terms)|product\/blend/

/** Shared by the policies alone, by the finder and the dialog of the profile, or by what is sent and answered. */
const OF_FEW_PAGES =
  /web\/policies|contract\/(messages|part-messages|form|checkout|shop-facts)|domain\/business|orders\/(neighbor-states|zip-of-state|expected-arrival|ship-by)|orders\/return-paragraphs|time\/retention|catalogue\/(fact-rows|skin-profile)|order-requests|policies\/policy|review-limits|reviews\/(ledger|moderation)|text\/tidy/

/** At the top of a product's page, and of few others. */
const OF_PRODUCTS = /bottle-life|breadcrumbs/

const APART = [OF_FILTERS, OF_TEXTS, OF_BUYING, OF_PRODUCTS, OF_FEW_PAGES]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), keepServerOutOfBrowser()],
  build: { assetsInlineLimit: 0, target: 'es2023', modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: on a phone each costs more than its bytes. What several pages share is loaded once with the
            // first; what waits for a press (the checkout, schemas) stays out of it.
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
      // The build of React is one thing, the mode of the shop another: without this, React picks its slow development
      // half at run time wherever NODE_ENV is not "production".
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
      // With maps a stack in the log names the source; nothing below build/server is served.
      build: {
        // The one plugin without maps makes styles, which have no stacks.
        rolldownOptions: {
          input: './src/server/entry.ts',
          checks: { sourcemapBroken: false, ineffectiveDynamicImport: false },
        },
        sourcemap: true,
      },
      resolve: {
        // Bundled, so that React's build can be chosen here and the start reads a handful of files.
        // Not while developing: Vite's module runner cannot evaluate the CommonJS of React and its kind.
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
