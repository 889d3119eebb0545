import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The manifest endpoint would answer with the visitor's own paths; a shop of two dozen routes sends them all at once.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
