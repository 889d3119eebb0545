import { useRevalidator } from 'react-router'
import { useRevalidateEvery } from '#web/ui/use-revalidate-every.ts'

const RETRY_MS = 5000

/** Shows what failed, and retries until it works. */
export function RetryMessage({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useRevalidateEvery(RETRY_MS)

  return (
    <div className="py-16 text-center" role="alert">
      <p className="display text-title">{message}</p>
      <p className="mt-3 text-soft">We’re still trying. This page will load as soon as it can.</p>
      <p className="mt-6">
        <button className="button" type="button" onClick={() => void revalidate()}>
          Try again
        </button>
      </p>
    </div>
  )
}
