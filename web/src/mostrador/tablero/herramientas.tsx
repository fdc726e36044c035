import type { Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { ChevronDown, Rows2, Rows3, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { useImpresoras } from '../impresion/queries.ts'
import { Verdad } from '../impresion/verdad.tsx'
import { useMostradorSession } from '../session/session.ts'
import { useNow } from '../use-now.ts'
import { toggleDensidad, useDensidad } from './densidad.ts'
import { type Filtros, searchOf, type Ver, VISTAS } from './filtros.ts'
import styles from './herramientas.module.css'
import { Search } from './search.tsx'
import { countMatching, VER_TITLES } from './ver.ts'

/**
 * The bar above the columns: the search, the filters (replaced by `children` while orders are ticked), and
 * the printers.
 */
export function Herramientas({
  filtros,
  pedidos,
  children,
}: {
  filtros: Filtros
  /** The board's orders before the filters; undefined while they load. */
  pedidos: readonly PedidoFila[] | undefined
  children: ReactNode
}) {
  const [areShown, setShown] = useState(false)
  const { comoda, isFree } = useDensidad()
  return (
    <div className={styles.tools}>
      <Search filtros={filtros} />
      {children || (
        <>
          <Button
            size="medium"
            className={styles.toggle}
            icon={SlidersHorizontal}
            aria-expanded={areShown}
            onClick={() => setShown(!areShown)}
          >
            <span>
              <span className={styles.word}>Filtros</span>
              {filtros.ver.length > 0 && <b> {filtros.ver.length}</b>}
            </span>
          </Button>
          <Chips filtros={filtros} pedidos={pedidos ?? []} areShown={areShown} />
        </>
      )}
      <Impresoras sucursal={filtros.sucursal} isHidden={Boolean(children)} />
      {!children && isFree && (
        <IconButton
          className={styles.icon}
          icon={comoda ? Rows3 : Rows2}
          label={comoda ? 'Filas compactas' : 'Filas cómodas'}
          title={comoda ? 'Filas compactas' : 'Filas cómodas'}
          onClick={toggleDensidad}
        />
      )}
      {!children && (
        <Link
          className={styles.cerrados}
          to={`/mostrador${searchOf({ ...filtros, ver: [], lista: 'cerrados' })}`}
        >
          Cerrados
        </Link>
      )}
    </div>
  )
}

/** Filters as links, so that each view has its address: a link adds or removes one filter. */
function Chips({
  filtros,
  pedidos,
  areShown,
}: {
  filtros: Filtros
  pedidos: readonly PedidoFila[]
  areShown: boolean
}) {
  const now = useNow()
  const yo = useMostradorSession()?.id
  const toggled = (one: Ver) => VISTAS.filter((each) => (each === one) !== filtros.ver.includes(each))
  return (
    <nav className={cx(styles.filtros, areShown && styles.shown)} aria-label="Filtros">
      {VISTAS.map((one) => {
        const n = countMatching(pedidos, one, { now, yo })
        const isOn = filtros.ver.includes(one)
        return (
          <Link
            key={one}
            className={cx(styles.filtro, isOn && styles.on, one === 'tarde' && n > 0 && styles.tarde)}
            to={`/mostrador${searchOf({ ...filtros, ver: toggled(one) })}`}
            replace
            aria-current={isOn ? 'true' : undefined}
          >
            {VER_TITLES[one]} <b>{n}</b>
          </Link>
        )
      })}
    </nav>
  )
}

/** A button for all printers, which unfolds what each is doing. Nothing where the shop has none. */
function Impresoras({ sucursal, isHidden }: { sucursal: string; isHidden: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useImpresoras()
  const mine = data?.impresoras.filter((one) => !sucursal || one.sucursal === sucursal) ?? []
  if (mine.length === 0 || isHidden) return null
  const isOld = error !== null
  const { text, detail, tone } = impresorasText(mine, isOld)
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <i className={styles[tone]} aria-hidden />
        <span className="visually-hidden">Impresoras: </span>
        {text}
        {detail && <span className={styles.detail}>· {detail}</span>}
        <ChevronDown size={16} aria-hidden />
      </button>
      {isOpen && (
        <div className={styles.verdad}>
          <Verdad impresoras={mine} isOld={isOld} sucursal={sucursal} />
        </div>
      )}
    </>
  )
}

type Resumen = { text: string; detail: string | null; tone: 'bien' | 'mal' | 'viejo' }

/** '3 impresoras listas'; 'Sin papel · 2 bien'; '2 paradas · 1 bien'. */
function impresorasText(impresoras: readonly Impresora[], isOld: boolean): Resumen {
  if (isOld) return { text: 'Sin noticias', detail: null, tone: 'viejo' }
  const [first, ...others] = impresoras.filter(({ anda }) => !anda)
  if (!first)
    return {
      text: count(impresoras.length, 'impresora lista', 'impresoras listas'),
      detail: null,
      tone: 'bien',
    }
  const well = impresoras.length - others.length - 1
  return {
    text: others.length === 0 ? first.texto : `${others.length + 1} paradas`,
    detail: well > 0 ? `${well} bien` : null,
    tone: 'mal',
  }
}
