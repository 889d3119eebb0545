import path from 'node:path'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'

export type EditFollower = {
  projectFolder: string
  /** The entry files of the server code. */
  roots: readonly string[]
  /** If the shop could not open, any file may fix it. */
  isFailed: () => boolean
  suspend: () => void
  reload: () => void
}

/** Vite normally picks up an edit much sooner; this is a fallback for one that it missed. */
const SETTLE_LIMIT_MS = 5000

/**
 * Reloads the shop when a file of its server code changes. A component that only pages use doesn't need that: Vite
 * hot-updates the open pages, and the next page is rendered with it.
 */
export function followEdits({ projectFolder, roots, isFailed, suspend, reload }: EditFollower): Plugin {
  const rootFiles = new Set(roots.map((root) => path.join(projectFolder, root)))
  const sources = ['src', 'db'].map((folder) => path.join(projectFolder, folder) + path.sep)
  const migrations = path.join(projectFolder, 'db/migrations') + path.sep
  /** Noticed edits of which Vite still serves the old version. */
  const noticed = new Map<string, NodeJS.Timeout[]>()

  function concernsShop(server: ViteDevServer, file: string): boolean {
    if (file.startsWith(migrations)) return true
    if (isFailed()) return sources.some((folder) => file.startsWith(folder))
    return leadsToRoot(server.environments.ssr.moduleGraph.getModulesByFile(file), rootFiles)
  }

  function settle(file: string): void {
    const timers = noticed.get(file)
    const timer = timers?.shift()
    if (timer === undefined) return
    clearTimeout(timer)
    if (timers?.length === 0) noticed.delete(file)
    reload()
  }

  return {
    name: 'follow-edits',
    configureServer(server) {
      // Runs before Vite notifies any page of the edit, so that the new shop answers the page's next requests.
      server.watcher.on('all', (event, file) => {
        if (!['add', 'change', 'unlink'].includes(event) || !concernsShop(server, file)) return
        suspend()
        const timer = setTimeout(() => settle(file), SETTLE_LIMIT_MS)
        noticed.set(file, [...(noticed.get(file) ?? []), timer])
      })
    },
    hotUpdate: {
      order: 'post',
      handler({ file, modules }) {
        if (this.environment.name !== 'ssr') return undefined
        for (const module of modules) this.environment.moduleGraph.invalidateModule(module)
        settle(file)
        // Vite would invalidate them again while the new shop is loading, and load half of it twice.
        return []
      },
    },
  }
}

function leadsToRoot(start: Iterable<EnvironmentModuleNode> | undefined, roots: ReadonlySet<string>): boolean {
  const seen = new Set(start)
  // Iterating a set includes items added during the loop.
  for (const module of seen) {
    if (module.file && roots.has(module.file)) return true
    for (const importer of module.importers) seen.add(importer)
  }
  return false
}
