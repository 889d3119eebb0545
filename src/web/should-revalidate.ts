import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For every page: a URL fragment (`#cart`, `#checkout`) is only for the browser, so removing it requests nothing from
 * the server. React Router would reload the page, and when offline show an error instead.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (
    defaultShouldRevalidate &&
    (currentUrl.hash === nextUrl.hash ||
      currentUrl.search !== nextUrl.search ||
      currentUrl.pathname !== nextUrl.pathname)
  )
}
