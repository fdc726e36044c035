import type { PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { Barcode, CreditCard, type LucideIcon, Store, Wallet } from 'lucide-react'
import styles from './medios.module.css'

type Pago = NonNullable<PromesasYPago['pago']>
type Medio = Pago['medios'][number]

const MEANS: Record<Medio, (proveedor: string | null) => { icon: LucideIcon; text: string }> = {
  tarjeta: () => ({ icon: CreditCard, text: 'Crédito y débito' }),
  cuenta: (proveedor) => ({ icon: Wallet, text: `Dinero en ${proveedor ?? 'cuenta'}` }),
  efectivo: (proveedor) => ({
    icon: Barcode,
    text: proveedor ? 'Pago Fácil y Rapipago' : 'Cupón en efectivo',
  }),
}

/**
 * The means of payment of an order. `sucursal`: the branch whose counter takes cash; null where none does.
 */
export function Medios({ proveedor, medios, sucursal }: Pago & { sucursal: string | null }) {
  const means = medios.map((medio) => MEANS[medio](proveedor))
  if (sucursal !== null) means.push({ icon: Store, text: 'En el mostrador' })
  return (
    <div className={styles.medios}>
      <ul aria-label="Cómo podés pagar">
        {means.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={18} strokeWidth={2.2} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <p>
        {proveedor
          ? `Pagás en ${proveedor}: no guardamos los datos de tu tarjeta.`
          : 'El pago de esta demostración es simulado: no se cobra nada.'}
        {sucursal !== null && ' Si preferís el mostrador, tocá Pagar igual y decinos el número de tu pedido.'}
      </p>
    </div>
  )
}
