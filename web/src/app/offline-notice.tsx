import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
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
  const { pathname } = useLocation()
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
          <b>Sin conexión.</b>{' '}
          {pathname.startsWith('/imprimitodo')
            ? 'Tu pedido no se pierde: cuando vuelva internet, seguís desde acá.'
            : 'Cuando vuelva internet, podés seguir desde acá.'}
        </Notice>
      </div>
    </div>
  )
}
