import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Polls the page's data until `milliseconds` is undefined. */
export function useRevalidateEvery(milliseconds: number | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (milliseconds === undefined) return
    const timer = setInterval(() => void revalidate(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds, revalidate])
}
