import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { useBienvenida } from '../api/bienvenida.ts'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import styles from './perfil.module.css'

/** The offer of the welcome coupon, until it is generated. */
export function BienvenidaDePerfil() {
  const bienvenida = useBienvenida()
  if (!bienvenida) return null
  return (
    <Notice
      still
      className={styles.bienvenida}
      action={
        <LinkButton size="medium" to="/cupon">
          Generar cupón
        </LinkButton>
      }
    >
      <b>Te espera tu cupón de bienvenida del {formatPercent(bienvenida.percent)}&nbsp;%.</b> Lo generás
      cuando quieras, y desde ese momento vale 24 horas.
    </Notice>
  )
}
