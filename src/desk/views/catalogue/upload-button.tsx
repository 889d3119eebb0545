/** The end of a form that uploads pictures: how far it is, which the script shows, and its button. */
export function UploadButton({ isQuiet = false }: { isQuiet?: boolean }) {
  return (
    <>
      <p className="upload-progress" hidden data-upload-progress>
        <progress max={100} aria-label="Upload" /> <span role="status" />
      </p>
      <p className="save-bar">
        <button type="submit" className={isQuiet ? 'button button-quiet' : 'button'}>
          Upload
        </button>
      </p>
    </>
  )
}
