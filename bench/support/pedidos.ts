import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import { rows } from '../../e2e/support/server.ts'
import type { Shop } from '../../e2e/support/shop.ts'

const OPEN = ['confirmado', 'pagado', 'en_produccion', 'listo']
const ESTADOS = [...OPEN, 'entregado', 'cancelado', 'vencido']
/** More than a page of each column of the board. */
const IN_HAND = 60 * OPEN.length

/** Makes up to `orders` orders, one a minute until now, each with a file and a payment, every third of an account. */
export async function fillPedidos(shop: Shop, orders: number): Promise<void> {
  await rows(
    shop,
    `insert into clientes (email, nombre, celular, fecha_nacimiento, password_hash, activado)
     select 'cliente' || n || '@example.com', 'Cliente ' || substr(md5(n::text), 1, 6), '3865' || n + 400000,
       '1990-05-17', 'x', now() from generate_series(1, $1::int / 10) n on conflict do nothing`,
    [orders],
  )
  const when = `now() - make_interval(mins => 100000 - n)`
  await rows(
    shop,
    `insert into pedidos (id, numero, estado, referencia, tarifas, descuento_porcentaje, total_impresion,
       total_anillado, final_impresion, final_anillado, importe_final, cliente_id, email, celular, sucursal_id,
       modo_entrega, codigo_retiro, creado, tocado, confirmado, pagado, prometido)
     select 'b' || n, n, ($2::text[])[1 + n % ${ESTADOS.length}], 'r' || n, $3, 0, 16000, 0, 16000, 0, 16000,
       case when n % 3 = 0 then c.ids[1 + n % cardinality(c.ids)] end,
       'comprador' || n || '@example.com', '3865' || 400000 + n, s.ids[1 + n / 7 % 2], 'retiro',
       to_char(n, '"RRRR-RR"FM00"-"0000'), ${when}, ${when}, ${when}, ${when}, ${when} + interval '3 hours'
     from generate_series((select count(*)::int + 1 from pedidos), $1::int) n,
       (select array_agg(id) as ids from clientes) c, (select array_agg(id order by id) as ids from sucursales) s`,
    [orders, ESTADOS, JSON.stringify(DEFAULT_TARIFAS)],
  )
  for (const fact of [
    `contenidos (id, bytes, paginas, color_hasta, creado) select 'k' || id, 40000, 20, 20, creado from pedidos`,
    `archivos (pedido_id, posicion, contenido_id, nombre, paginas, grupo, doble_faz, orientacion, color, duplicado,
       anillado)
     select id, 0, 'k' || id, 'Apunte ' || substr(md5(id), 1, 7) || '.pdf', 20, 'default', true, 'vertical',
       'blanco y negro', 1, false from pedidos`,
    `pagos (id, proveedor, pedido_id, estado, importe, moneda, creado, actualizado)
     select 'p' || id, 'mercadopago', id, 'approved', importe_final, 'ARS', pagado, pagado from pedidos`,
  ])
    await rows(shop, `insert into ${fact} on conflict do nothing`)
  await rows(shop, `select setval('pedido_numero', 500000)`)
  await rows(shop, 'vacuum analyze')
}

/** Closes all but the newest orders, as in a shop after years, with as many open ones in each state. */
export async function closeOld(shop: Shop): Promise<void> {
  await rows(
    shop,
    `update pedidos set estado = case when numero > (select max(numero) from pedidos) - ${IN_HAND}
       then ($1::text[])[1 + numero % ${OPEN.length}] else 'entregado' end`,
    [OPEN],
  )
  await rows(shop, 'vacuum full analyze')
}
