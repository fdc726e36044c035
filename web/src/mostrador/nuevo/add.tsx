import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { Tag } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useAtajo, useLectora } from '../atajos/atajos.ts'
import { unusedProps } from '../cobro/unused.ts'
import { codigoIn, isDeBarras, isDeCliente } from '../escanear/leido.ts'
import { parseImporte } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import styles from './nuevo.module.css'
import { type LineaDeVenta, useProductosDeVenta } from './use-lineas.ts'

const MOST = 6
const DE_BARRAS = 'Eso es un código de barras: buscá el producto por su nombre.'

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Goods with a price whose name contains every typed word. */
export function productosQue(productos: readonly ProductoAnswer[], typed: string): ProductoAnswer[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return productos
    .filter(({ producto, importe_actual }) => {
      const nombre = plain(producto.nombre)
      return importe_actual !== null && words.every((word) => nombre.includes(word))
    })
    .slice(0, MOST)
}

/**
 * One field for adding lines: a product's name, a scanned code, or the amount of a service. Enter takes the
 * first product.
 */
export function AddLinea({
  disabled,
  onLinea,
  onCodigo,
  onCliente,
}: {
  disabled: boolean
  onLinea: (linea: Omit<LineaDeVenta, 'id' | 'cantidad'>) => void
  onCodigo: (codigo: string) => void
  /** The text of a customer's QR. */
  onCliente: (leido: string) => void
}) {
  const [text, setText] = useState('')
  const [libre, setLibre] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const productos = useProductosDeVenta()
  const found = productosQue(productos, text)
  const field = useRef<HTMLInputElement>(null)
  // On the heading the next key is a shortcut: to the next line, or to the charge
  const keepFocus = useFocusKept(String(libre))
  useAtajo('/', () => field.current?.focus())
  useAtajo('i', () => disabled || setLibre(''))
  useLectora('pantalla', (leido) => disabled || take(leido))

  function takeProducto({ id, producto, importe_actual }: ProductoAnswer): void {
    onLinea({ producto_id: id, texto: producto.nombre, pesos: importe_actual ?? 0 })
    setText('')
    setProblem(null)
  }
  function refuse(typed: string, why: string): void {
    setText(typed)
    setProblem(why)
  }
  function take(typed: string): void {
    setText('')
    setProblem(null)
    const [first] = productosQue(productos, typed)
    // The name of goods may look like a code: «plastificado» has twelve letters
    const codigo = first ? null : codigoIn(typed)
    if (isDeBarras(typed)) refuse(typed, DE_BARRAS)
    else if (codigo) onCodigo(codigo)
    else if (isDeCliente(typed)) onCliente(typed)
    else if (parseImporte(typed) !== null) setLibre(typed)
    else if (first) takeProducto(first)
    else if (typed.trim())
      refuse(typed, 'Ningún producto con precio se llama así. Cargalo como importe libre.')
  }

  return (
    <div className={styles.agregar}>
      <form
        className={styles.buscar}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          take(text)
        }}
      >
        <Field
          ref={field}
          label="Producto, código escaneado o importe"
          {...unusedProps(text)}
          autoComplete="off"
          maxLength={100}
          disabled={disabled}
          value={text}
          error={problem}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(null)
          }}
        />
        <Button icon={Tag} disabled={disabled} onClick={() => setLibre('')}>
          Importe libre
        </Button>
      </form>
      {found.length > 0 && (
        <ul className={styles.hallados} aria-label="Productos que coinciden">
          {found.map((one) => (
            <li key={one.id}>
              <Button size="medium" onClick={() => takeProducto(one)}>
                {`${one.producto.nombre} · ${formatPesos(one.importe_actual ?? 0)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {libre !== null && (
        <Libre
          inicial={libre}
          onDone={(linea) => {
            if (linea) onLinea(linea)
            keepFocus()
            setLibre(null)
          }}
        />
      )}
    </div>
  )
}

/** A service, or goods without a price in the shop window. */
function Libre({
  inicial,
  onDone,
}: {
  inicial: string
  onDone: (linea: Omit<LineaDeVenta, 'id' | 'cantidad'> | null) => void
}) {
  const [texto, setTexto] = useState('')
  const start = parseImporte(inicial)
  const typed = start === null ? '' : typedNumero(start)
  const [importe, setImporte] = useState(typed)
  const [tried, setTried] = useState(false)
  const pesos = isDeBarras(importe) && importe !== typed ? null : parseImporte(importe)
  return (
    <form
      className={styles.libre}
      noValidate
      aria-label="Importe libre"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (texto.trim() && pesos !== null) onDone({ producto_id: null, texto: texto.trim(), pesos })
      }}
    >
      <Field
        label="Qué es"
        {...unusedProps(texto, importe)}
        autoComplete="off"
        autoFocus
        maxLength={120}
        value={texto}
        error={tried && !texto.trim() ? 'Escribí qué es.' : null}
        onChange={({ target }) => setTexto(target.value)}
      />
      <ImporteField
        label="Cuánto cuesta, en pesos"
        value={importe}
        error={tried && pesos === null ? 'Escribí el importe, como 1.800.' : null}
        onChange={({ target }) => setImporte(target.value)}
      />
      <div className={styles.acciones}>
        <Button type="submit" size="medium" variant="primary">
          Agregar
        </Button>
        <Button size="medium" onClick={() => onDone(null)}>
          No, volver
        </Button>
      </div>
    </form>
  )
}
