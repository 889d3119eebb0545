/**
 * The server build as React Router's plugin would make it, assembled from source, so that a test of a page tests the
 * current source. It has no browser assets; the browser tests start the built shop.
 */
import {
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import * as entryServer from '../src/web/entry.server.tsx'
import pageRoutes from '../src/web/routes.ts'

type Component = Parameters<typeof withComponentProps>[0]
type Boundary = Parameters<typeof withErrorBoundaryProps>[0]
type RouteModule = { default?: Component; ErrorBoundary?: Boundary; loader?: unknown; action?: unknown }

const modules = import.meta.glob<RouteModule>(['../src/web/root.tsx', '../src/web/routes/**/*.tsx'], { eager: true })

/** Pages get loader data as a prop, as the plugin would wrap them. */
function moduleOf(file: string): RouteModule {
  const module = modules[`../src/web/${file}`]
  if (!module) throw new Error(`no page ${file}`)
  return {
    ...module,
    ...(module.default && { default: withComponentProps(module.default) }),
    ...(module.ErrorBoundary && { ErrorBoundary: withErrorBoundaryProps(module.ErrorBoundary) }),
  }
}

const all = [
  { id: 'root', path: '', module: moduleOf('root.tsx') },
  ...pageRoutes.map(({ file, path, index }) => ({
    id: file.replace(/\.tsx$/, ''),
    parentId: 'root',
    ...(path !== undefined && { path }),
    ...(index !== undefined && { index }),
    module: moduleOf(file),
  })),
]

export const entry: ServerBuild['entry'] = { module: entryServer }
export const routes = Object.fromEntries(all.map((route) => [route.id, route])) as ServerBuild['routes']
export const assets: ServerBuild['assets'] = {
  entry: { module: '/assets/entry.js', imports: [] },
  routes: Object.fromEntries(
    all.map(({ module, ...route }) => [
      route.id,
      {
        ...route,
        hasAction: 'action' in module,
        hasLoader: 'loader' in module,
        hasClientAction: false,
        hasClientLoader: false,
        hasClientMiddleware: false,
        hasDefaultExport: 'default' in module,
        hasErrorBoundary: 'ErrorBoundary' in module,
        module: `/assets/${route.id}.js`,
        clientActionModule: undefined,
        clientLoaderModule: undefined,
        clientMiddlewareModule: undefined,
        hydrateFallbackModule: undefined,
        imports: [],
      },
    ]),
  ),
  url: '/assets/manifest.js',
  version: 'test',
}
export const publicPath = '/'
export const assetsBuildDirectory = 'build/client'
export const basename = '/'
export const future: Partial<ServerBuild['future']> = {}
export const ssr = true
export const isSpaMode = false
export const prerender: string[] = []
export const routeDiscovery: ServerBuild['routeDiscovery'] = { mode: 'initial', manifestPath: '/__manifest' }
