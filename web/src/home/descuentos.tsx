import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { ArrowRight } from 'lucide-react'
import { useBienvenida } from '../api/bienvenida.ts'
import { LinkButton } from '../ui/button.tsx'
import styles from './descuentos.module.css'

/** Discounts for every visitor: the wheel, and the welcome coupon until it is generated. */
export function Descuentos() {
  const bienvenida = useBienvenida()
  return (
    <section className={styles.section} aria-labelledby="descuentos-titulo">
      <div className={`wrap ${styles.inner}`}>
        <h2 id="descuentos-titulo">Descuentos para hoy</h2>
        <ul className={styles.list}>
          <li>
            <h3>Ruleta de descuentos</h3>
            <p>Dos tiros gratis por día. El descuento vale hoy, en cualquier sucursal o en la web.</p>
            <LinkButton to="/ruleta" iconAfter={ArrowRight}>
              Probar la ruleta
            </LinkButton>
          </li>
          {bienvenida && (
            <li>
              <h3>Cupón de bienvenida del {formatPercent(bienvenida.percent)}&nbsp;%</h3>
              {bienvenida.isCustomer ? (
                <p>Es tuyo: lo generás cuando quieras, y desde ese momento vale 24 horas.</p>
              ) : (
                <p>Con tu cuenta es tuyo: lo generás cuando quieras, y desde ese momento vale 24 horas.</p>
              )}
              <LinkButton to={bienvenida.isCustomer ? '/cupon' : '/registro'} iconAfter={ArrowRight}>
                Quiero mi cupón
              </LinkButton>
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}
