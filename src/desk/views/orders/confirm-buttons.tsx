/** Below what a form would do: does it, or goes back to the form as it was filled in. */
export function ConfirmButtons({ confirm }: { confirm: string }) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      <button type="submit" className="button" data-settles>
        {confirm}
      </button>
      <button type="submit" className="button button-quiet" name="change" value="yes">
        Change
      </button>
    </p>
  )
}
