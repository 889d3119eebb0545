import { useEffect } from 'react'

/** The bar with the name, the menu and the cart; the announcement above it scrolls away. */
export const HEADER_BAR = 'header-bar'
const AWAY = 'data-away'
const STICKY = 'data-sticky'
/** A thumb resting on the screen trembles. */
const MIN_STEP = 4

export type ScrollStep = {
  /** Where the page was scrolled to when the bar last moved, and where it is now. */
  from: number
  to: number
  /** How far the page can be scrolled. */
  end: number
  barHeight: number
}

/** Hidden while reading on, shown on the way back; undefined leaves it as it is. */
export function isHeaderAway({ from, to, end, barHeight }: ScrollStep): boolean | undefined {
  if (to <= barHeight) return false
  const isDown = to > from
  // Past the end, the page bounces back, which isn't scrolling up.
  if (to >= end) return isDown || undefined
  return Math.abs(to - from) < MIN_STEP ? undefined : isDown
}

/** Tracks scrolling outside React: a re-render for every step would be slow. The styles are in frame.css. */
export function useStickyHeader(): void {
  useEffect(() => {
    const bar = document.getElementById(HEADER_BAR)
    if (!bar) return
    let from = scrollY
    // Only with a script that can hide it again; a page that is restored scrolled down stays as it was left.
    bar.toggleAttribute(AWAY, scrollY > bar.offsetHeight)
    bar.toggleAttribute(STICKY, true)
    function follow() {
      const page = document.documentElement
      const end = page.scrollHeight - innerHeight
      const isAway = isHeaderAway({ from, to: scrollY, end, barHeight: bar?.offsetHeight ?? 0 })
      if (isAway === undefined) {
        if (scrollY >= end) from = scrollY
        return
      }
      from = scrollY
      bar?.toggleAttribute(AWAY, isAway)
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
}

/** For messages about what is in it. */
export function revealHeader(): void {
  document.getElementById(HEADER_BAR)?.removeAttribute(AWAY)
}
