CREATE TABLE "devoluciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "devoluciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clave" text NOT NULL,
	"pedido_id" text NOT NULL,
	"pago_id" text NOT NULL,
	"importe" bigint NOT NULL,
	"motivo" text NOT NULL,
	"quien" text NOT NULL,
	"pedida" timestamp with time zone NOT NULL,
	"hecha" timestamp with time zone,
	"rechazada" timestamp with time zone,
	"respuesta" text,
	CONSTRAINT "devoluciones_importe" CHECK ("devoluciones"."importe" > 0)
);
--> statement-breakpoint
ALTER TABLE "pagos" ADD COLUMN "cupon" text;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devoluciones" ADD CONSTRAINT "devoluciones_pago_id_pagos_id_fk" FOREIGN KEY ("pago_id") REFERENCES "public"."pagos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devoluciones_clave" ON "devoluciones" USING btree ("clave","pago_id");--> statement-breakpoint
CREATE INDEX "devoluciones_pedido" ON "devoluciones" USING btree ("pedido_id");--> statement-breakpoint
CREATE INDEX "devoluciones_pendientes" ON "devoluciones" USING btree ("pedida") WHERE "devoluciones"."hecha" is null and "devoluciones"."rechazada" is null;