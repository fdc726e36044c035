ALTER TABLE "pedidos" ADD COLUMN "tomado_por" integer;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "tomado" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_tomado_por_operadores_id_fk" FOREIGN KEY ("tomado_por") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;