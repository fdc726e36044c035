import { useSyncExternalStore } from 'react'
import { Notice } from '../ui/notice.tsx'
import styles from './layout.module.css'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (online) return null
  return (
    <div className={styles.offline}>
      <div className="wrap">
        <Notice tone="warning">
          <b>Sin conexión.</b> Podés seguir eligiendo opciones: lo que cargaste queda guardado en este
          dispositivo.
        </Notice>
      </div>
    </div>
  )
}
