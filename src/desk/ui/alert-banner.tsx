import { counted } from '#domain/time/display.ts'
import { deskPaths } from '../desk-paths.ts'

/** On every page until it has been seen, because a problem with money can't wait for the right screen. */
export function AlertBanner({ count }: { count: number }) {
  return (
    <div id="alert-banner" data-live="alerts">
      {count > 0 && (
        <p className="alert-banner" role="status">
          <strong>{counted(count, 'alert')}</strong> {count === 1 ? 'needs' : 'need'} your attention.{' '}
          <a href={`${deskPaths.money()}#alerts`}>View alerts</a>
        </p>
      )}
    </div>
  )
}
