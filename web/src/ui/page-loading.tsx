import styles from './page-loading.module.css'
import { Spinner } from './spinner.tsx'

/** In place of a screen that is not here yet: a window high, and without the footer (app/layout.module.css). */
export const PageLoading = ({ label }: { label?: string }) => (
  <div className={styles.loading} data-page-loading>
    <Spinner label={label} visible={label !== undefined} />
  </div>
)
