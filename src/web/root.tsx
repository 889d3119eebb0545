import { lazy, type ReactNode, Suspense } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import type { Route } from './+types/root.ts'
import { CartDrawer } from './cart/cart-drawer.tsx'
import { CartProvider } from './cart/cart-provider.tsx'
import { SharedCartHost } from './cart/shared-cart-host.tsx'
import { CheckoutHost } from './checkout/checkout-host.tsx'
import { CodeLinkHost } from './checkout/code-link-host.tsx'
import { CompareBar } from './compare/compare-bar.tsx'
import { ANNOUNCEMENT, MENU, pageContext, RATES } from './context.ts'
import displayFont from './fonts/cormorant-garamond-normal.woff2?url'
import textFont from './fonts/jost-normal.woff2?url'
import { EarlyInputScript, useEarlyInput } from './frame/early-input.tsx'
import { Header } from './frame/header.tsx'
import { LoadingBar } from './frame/loading-bar.tsx'
import { PageStyles } from './frame/page-styles.tsx'
import { nearPart } from './ui/near-part.tsx'
import { Toaster } from './ui/toaster.tsx'

/** In a separate file, loaded with the footer: when offline, it has to be loaded already. */
const PageFailed = lazy(async () => {
  // If it isn't, the bare heading stays.
  const { PageFailed: Loaded } = await import('./frame/page-failed.tsx').catch(() => new Promise<never>(() => {}))
  return { default: Loaded }
})
const Footer = nearPart(async () => (await import('./frame/footer.tsx')).Footer)

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop, services, squareWebSdkUrl, tags, texts } = context.get(pageContext)
  tags.add(ANNOUNCEMENT)
  tags.add(RATES)
  tags.add(MENU)
  return {
    shop,
    origin: shop.websiteUrl,
    squareWebSdkUrl,
    announcement: services.announcements.current(),
    rates: services.rates.current(),
    menu: await services.collections.menu(),
    // Omitted if there are none, as in most shops.
    ...(texts('faq').words.questions.questions.length > 0 && { hasFaq: true }),
  }
}

/** What all pages share doesn't change during a visit. */
export function shouldRevalidate() {
  // In development, an edited rule has to show up.
  return import.meta.env.DEV
}

export function Layout({ children }: { children: ReactNode }) {
  useEarlyInput()
  return (
    // The head's script may mark the element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f6f0e6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161b16" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        {/* After the preloads, which are requested while the styles arrive. */}
        <PageStyles />
        <EarlyInputScript />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <Toaster page={pathname}>
      <CartProvider>
        {/* Everything below a dialog; see checkout-dialog.tsx. */}
        <div id="page">
          <LoadingBar menu={loaderData.menu} />
          <Header announcement={loaderData.announcement} menu={loaderData.menu} />
          <main id="main">
            <Outlet />
          </main>
          <CompareBar />
          <Footer part={{ shop: loaderData.shop, menu: loaderData.menu, hasFaq: loaderData.hasFaq ?? false }} />
        </div>
        <CartDrawer />
        <CodeLinkHost />
        <SharedCartHost />
        <CheckoutHost scriptUrl={loaderData.squareWebSdkUrl} />
      </CartProvider>
    </Toaster>
  )
}

/** Shown if rendering a page fails. The error is in the log, with the path and time of the request. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Suspense fallback={<h1 className="wrap py-band">Unexpected Application Error!</h1>}>
      <PageFailed error={error} />
    </Suspense>
  )
}
