import { useRevalidator } from 'react-router'
import { useErrorToast } from '#web/ui/toaster.tsx'
import { useRevalidateEvery } from '#web/ui/use-revalidate-every.ts'

const RETRY_MS = 5000

/** Shows what failed, in place and in a toast, and retries until it works. */
export function LoadFailed({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useErrorToast(message)
  useRevalidateEvery(RETRY_MS)

  return (
    <div className="py-16 text-center" role="alert">
      <p className="display text-title">{message}</p>
      <p className="mt-3 text-soft">We keep trying; this page fills itself in as soon as it can.</p>
      <p className="mt-6">
        <button className="button" type="button" onClick={() => void revalidate()}>
          Try again
        </button>
      </p>
    </div>
  )
}
