import styles from './page-loading.module.css'
import { Spinner } from './spinner.tsx'

/** Shown while a screen is loading: as high as the window, and without the footer (app/layout.module.css). */
export const PageLoading = ({ label }: { label?: string }) => (
  <div className={styles.loading} data-page-loading>
    <Spinner label={label} visible={label !== undefined} />
  </div>
)
