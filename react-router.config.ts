import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The manifest endpoint would echo paths from the visitor; with two dozen routes, the shop sends them all at once.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
