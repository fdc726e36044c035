import { colaDeImpresora, MoveAllDialog } from '../impresion/move-all.tsx'
import { useImpresionesVivas, useImpresoras } from '../impresion/queries.ts'

/** Asks which printer gets the works that wait for this one. */
export function MoveFrom({
  de,
  onClose,
}: {
  de: { id: number; nombre: string; sucursal: string }
  onClose: () => void
}) {
  const { data: vivas } = useImpresionesVivas(de.sucursal)
  const { data } = useImpresoras()
  if (!vivas || !data) return null
  return (
    <MoveAllDialog
      de={de}
      cola={colaDeImpresora(vivas, de.id)}
      impresoras={data.impresoras.filter(({ sucursal }) => sucursal === de.sucursal)}
      onClose={onClose}
    />
  )
}
