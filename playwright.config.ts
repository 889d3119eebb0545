import { defineConfig, devices } from '@playwright/test'
import { findTestBrowser } from './scripts/find-chromium.mjs'

const PORT = Number(process.env.E2E_PORT ?? 3210)
/** Leaves room for a second shop's port. */
export const EMULATOR_PORT = PORT + 5
const executablePath = findTestBrowser()

/**
 * The address bar's pop-ups are separate pages, loaded with every window; without them a test costs a third less. The
 * rest repeats what Playwright turns off, because Chromium uses only the last list.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Root has no user namespaces to sandbox in; the rest keeps Chromium from contacting anything but the shop. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${UNUSED_FEATURES.join()}`,
]

/** Narrower than most phones on sale. The screen is set too: it decides about preloads before the page is laid out. */
export const PHONE = { width: 360, height: 740 }

export const WIDE = { width: 1280, height: 800 }

/** The width at which two columns start, so where a layout is most likely too tight. */
const TABLET = { width: 768, height: 1024 }

const chromium = { launchOptions: { args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) } }

const EMPTY_DATA_DIR = 'fs.rmSync(process.env.DATA_DIR, { recursive: true, force: true })'

export default defineConfig({
  testDir: './test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: './test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A passing run never gets near these; a machine that is busy with something else does.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: './test-results/playwright.json' }]],
  use: { baseURL: `http://localhost:${PORT}` },
  // Layout, focus and scrolling are tested at both widths, and so is every screen of the shop and the desk. A test of
  // what happens to data is the same at every width, and runs at one of them: the one in its tag.
  projects: [
    {
      name: 'wide',
      testIgnore: /desk(-catalogue|-orders)?\.e2e\.ts$/,
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: WIDE, ...chromium },
    },
    {
      name: 'phone',
      testIgnore:
        /(card-form|checkout-faults|database-away|html|live-reviews|square-(emulator|sandbox|production))\.e2e\.ts$/,
      grepInvert: /@wide/,
      use: { ...devices['Pixel 7'], viewport: PHONE, screen: PHONE, ...chromium },
    },
    {
      name: 'tablet',
      testMatch: /(codes|compare|confirmation|delivery|filter|finder|path-to-cart|product-page|search)\.e2e\.ts$/,
      grepInvert: /@phone|@wide/,
      use: { ...devices['Desktop Chrome'], viewport: TABLET, hasTouch: true, ...chromium },
    },
  ],
  webServer: {
    // Without the orders and payments of the previous run: buyers have the same addresses in every run.
    command: `node scripts/setup.mjs build && node -e "${EMPTY_DATA_DIR}" && node scripts/start.mjs`,
    url: `http://localhost:${PORT}/readyz`,
    env: {
      PORT: String(PORT),
      // One per port, so that a run never empties the folder of another: Playwright checks the port first.
      DATA_DIR: `./test-results/shop-data/${PORT}`,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      TRUST_PROXY: '1',
      // The tests themselves would count as a flood: all of them use one shop, on a machine that may be busy.
      RENDER_SHARE: '100',
      EMULATOR_PORT: String(EMULATOR_PORT),
    },
    timeout: 240_000,
  },
})
