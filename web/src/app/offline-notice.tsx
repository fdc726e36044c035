import { useLocation } from 'react-router'
import { Notice } from '../ui/notice/notice.tsx'
import { useOnline } from '../ui/notice/use-online.ts'
import styles from './layout.module.css'

export function OfflineNotice() {
  const { pathname } = useLocation()
  const isOnline = useOnline()
  if (isOnline) return null
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
