import type { MiddlewareFunction } from 'react-router'
import { pageContext } from './context.ts'

/** Declares a page without a loader public: `export const middleware = [sharePage(paths.about())]`. */
export function sharePage(address: string): MiddlewareFunction<Response> {
  return ({ context }) => {
    context.get(pageContext).share(address)
  }
}
