import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * The rule of every page: a mark in the address (`#cart`, `#checkout`) is the browser's own, so taking it off asks the
 * server for nothing. React Router would load the page again, and without a network show an error in its place.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (
    defaultShouldRevalidate &&
    (currentUrl.hash === nextUrl.hash ||
      currentUrl.search !== nextUrl.search ||
      currentUrl.pathname !== nextUrl.pathname)
  )
}
