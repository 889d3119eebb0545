import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** CHROME_PATH, the system's, or Playwright's own. @returns {string | undefined} */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [...onPath, ...MAC_APPS, ...playwrightBrowsers()].find((file) => existsSync(file))
}

function playwrightBrowsers() {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = path.join(homedir(), cache)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => [
    path.join(folder, name, 'chrome-linux/chrome'),
    path.join(folder, name, 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'),
  ])
}
