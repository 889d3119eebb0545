import { Link } from 'react-router'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { paths } from '#web/paths.ts'
import { useErrorToast } from '#web/ui/toaster.tsx'

/** Replaces a product page, with a toast. */
export function ProductNotFound() {
  useErrorToast(PART_MESSAGES.productNotFound)
  return (
    <div className="wrap py-band text-center">
      <h1>Product Not Found</h1>
      <p className="mt-5 text-lead text-soft">The product you're looking for doesn't exist</p>
      <p className="mt-8">
        <Link className="button" to={paths.shopAll()}>
          Return to Shop
        </Link>
      </p>
    </div>
  )
}
