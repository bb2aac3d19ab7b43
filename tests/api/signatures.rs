//! Items as text: names, fields and signatures, with the types that the facade does not name.

use std::collections::{BTreeMap, BTreeSet};

use rustdoc_types::{
    AssocItemConstraint, AssocItemConstraintKind, Crate, Function, GenericArg, GenericArgs, GenericBound,
    GenericParamDef, GenericParamDefKind, Generics, Id, Impl, Item, ItemEnum, Path, StructKind, Term, Type,
    VariantKind, WherePredicate,
};

/// The items of one crate as text.
pub struct Signatures<'a> {
    /// The crate that defines the items.
    pub krate: &'a Crate,
    /// Names in the facade, by path of definition.
    pub names: &'a BTreeMap<String, String>,
    /// Types of the workspace without a name in the facade.
    pub unnamed: BTreeSet<String>,
}

impl Signatures<'_> {
    /// Returns an item under its name in the facade, with its public members on indented lines.
    pub fn item(&mut self, name: &str, item: &Item) -> String {
        let (head, mut members, impls) = match &item.inner {
            ItemEnum::Struct(of) => {
                let (fields, members) = match &of.kind {
                    StructKind::Unit => (String::new(), Vec::new()),
                    StructKind::Tuple(fields) => (self.tuple(fields), Vec::new()),
                    StructKind::Plain { fields, .. } => (String::new(), self.fields(fields)),
                };
                (format!("struct {name}{}{fields}", self.generics(&of.generics)), members, &of.impls[..])
            }
            ItemEnum::Enum(of) => {
                let variants = of.variants.iter().map(|id| self.variant(&self.krate.index[id])).collect();
                (format!("enum {name}{}", self.generics(&of.generics)), variants, &of.impls[..])
            }
            ItemEnum::Trait(of) => {
                let members = of.items.iter().map(|id| self.member(&self.krate.index[id])).collect();
                let bounds = self.bounds(": ", &of.bounds);
                (format!("trait {name}{}{bounds}", self.generics(&of.generics)), members, &[][..])
            }
            ItemEnum::TypeAlias(of) => {
                let (generics, of) = (self.generics(&of.generics), self.ty(&of.type_));
                (format!("type {name}{generics} = {of}"), Vec::new(), &[][..])
            }
            ItemEnum::Function(function) => (self.function(name, function), Vec::new(), &[][..]),
            ItemEnum::Constant { type_, .. } => {
                (format!("const {name}: {}", self.ty(type_)), Vec::new(), &[][..])
            }
            ItemEnum::Macro(_) => (format!("macro {name}!"), Vec::new(), &[][..]),
            other => panic!("{name}: the facade exports {:?}, which is not supported", other.item_kind()),
        };
        let impls = impls.iter().filter_map(|id| written(&self.krate.index[id]));
        let impls: Vec<&Impl> = impls.filter(|one| is_for(one, item.id)).collect();
        let (inherent, traits): (Vec<_>, Vec<_>) = impls.into_iter().partition(|one| one.trait_.is_none());
        let mut own: Vec<String> =
            inherent.iter().flat_map(|one| &one.items).map(|id| self.member(&self.krate.index[id])).collect();
        own.sort();
        members.append(&mut own);
        let mut traits: Vec<String> = traits.iter().map(|one| self.implementation(one)).collect();
        traits.sort();
        if !traits.is_empty() {
            members.push(format!("impl {}", traits.join(", ")));
        }
        let members = members.iter().map(|member| format!("\n    {member}"));
        std::iter::once(head).chain(members).collect()
    }

    fn fields(&mut self, fields: &[Id]) -> Vec<String> {
        fields.iter().map(|id| self.member(&self.krate.index[id])).collect()
    }

    /// Returns the fields of a tuple; a private one is `_`.
    fn tuple(&mut self, fields: &[Option<Id>]) -> String {
        let fields = fields.iter().map(|id| match id.map(|id| &self.krate.index[&id].inner) {
            Some(ItemEnum::StructField(ty)) => self.ty(ty),
            _ => "_".to_owned(),
        });
        format!("({})", fields.collect::<Vec<_>>().join(", "))
    }

    fn variant(&mut self, item: &Item) -> String {
        let name = item.name.as_deref().unwrap_or_default();
        let ItemEnum::Variant(variant) = &item.inner else { return name.to_owned() };
        match &variant.kind {
            VariantKind::Plain => name.to_owned(),
            VariantKind::Tuple(fields) => format!("{name}{}", self.tuple(fields)),
            VariantKind::Struct { fields, .. } => format!("{name} {{ {} }}", self.fields(fields).join(", ")),
        }
    }

    /// Returns a field, method, constant or associated type.
    fn member(&mut self, item: &Item) -> String {
        let name = item.name.as_deref().unwrap_or_default();
        match &item.inner {
            ItemEnum::StructField(ty) => format!("{name}: {}", self.ty(ty)),
            ItemEnum::Function(function) => self.function(name, function),
            ItemEnum::AssocConst { type_, .. } => format!("const {name}: {}", self.ty(type_)),
            ItemEnum::AssocType { bounds, type_, .. } => {
                let bounds = self.bounds(": ", bounds);
                let of = type_.as_ref().map(|of| format!(" = {}", self.ty(of))).unwrap_or_default();
                format!("type {name}{bounds}{of}")
            }
            other => panic!("{name}: a member {:?} is not supported", other.item_kind()),
        }
    }

    /// Returns the header of an implementation of a trait, with the types that it chooses.
    fn implementation(&mut self, of: &Impl) -> String {
        let generics = self.generics(&of.generics);
        let name = of.trait_.as_ref().map(|of| self.path(of)).unwrap_or_default();
        let items = of.items.iter().map(|id| &self.krate.index[id]);
        let types: Vec<&Item> =
            items.filter(|item| matches!(item.inner, ItemEnum::AssocType { .. })).collect();
        let types: Vec<String> = types.into_iter().map(|item| self.member(item)).collect();
        let types = if types.is_empty() { String::new() } else { format!(" {{ {} }}", types.join("; ")) };
        // `impl Trait for &Type`.
        let target = match &of.for_ {
            Type::ResolvedPath(_) => String::new(),
            other => format!(" for {}", self.ty(other)),
        };
        format!("{name}{generics}{target}{types}")
    }

    fn function(&mut self, name: &str, function: &Function) -> String {
        let generics = self.generics(&function.generics);
        let inputs = function.sig.inputs.iter().map(|(name, ty)| match (name.as_str(), ty) {
            ("self", Type::Generic(of)) if of == "Self" => "self".to_owned(),
            ("self", Type::BorrowedRef { is_mutable, type_, .. })
                if **type_ == Type::Generic("Self".to_owned()) =>
            {
                if *is_mutable { "&mut self" } else { "&self" }.to_owned()
            }
            _ => format!("{name}: {}", self.ty(ty)),
        });
        let inputs = inputs.collect::<Vec<_>>().join(", ");
        let output = function.sig.output.as_ref().map(|ty| format!(" -> {}", self.ty(ty)));
        let word = if function.header.is_const { "const fn" } else { "fn" };
        format!("{word} {name}{generics}({inputs}){}", output.unwrap_or_default())
    }

    /// Returns parameters with their bounds, those of `where` included.
    fn generics(&mut self, generics: &Generics) -> String {
        let params: Vec<String> = generics.params.iter().filter_map(|param| self.parameter(param)).collect();
        let bounds = generics.where_predicates.iter().filter_map(|predicate| match predicate {
            WherePredicate::BoundPredicate { type_, bounds, .. } => {
                Some(format!("{}{}", self.ty(type_), self.bounds(": ", bounds)))
            }
            _ => None,
        });
        let all: Vec<String> = params.into_iter().chain(bounds.collect::<Vec<_>>()).collect();
        if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
    }

    fn parameter(&mut self, param: &GenericParamDef) -> Option<String> {
        let name = &param.name;
        match &param.kind {
            GenericParamDefKind::Lifetime { .. } => Some(name.clone()),
            // `impl Trait` in an argument, where it is shown.
            GenericParamDefKind::Type { is_synthetic: true, .. } => None,
            GenericParamDefKind::Type { bounds, .. } => Some(format!("{name}{}", self.bounds(": ", bounds))),
            GenericParamDefKind::Const { type_, .. } => Some(format!("const {name}: {}", self.ty(type_))),
        }
    }

    fn bounds(&mut self, start: &str, bounds: &[GenericBound]) -> String {
        let bounds = bounds.iter().filter_map(|bound| match bound {
            GenericBound::TraitBound { trait_, modifier, .. } => {
                let sign =
                    if matches!(modifier, rustdoc_types::TraitBoundModifier::Maybe) { "?" } else { "" };
                Some(format!("{sign}{}", self.path(trait_)))
            }
            GenericBound::Outlives(lifetime) => Some(lifetime.clone()),
            GenericBound::Use(_) => None,
        });
        let bounds = bounds.collect::<Vec<_>>().join(" + ");
        if bounds.is_empty() { bounds } else { format!("{start}{bounds}") }
    }

    fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::ResolvedPath(path) => self.path(path),
            Type::Generic(name) | Type::Primitive(name) => name.clone(),
            Type::DynTrait(of) => {
                let traits = of.traits.iter().map(|one| self.path(&one.trait_));
                format!("dyn {}", traits.chain(of.lifetime.clone()).collect::<Vec<_>>().join(" + "))
            }
            Type::ImplTrait(bounds) => self.bounds("impl ", bounds),
            Type::Tuple(types) => format!("({})", self.list(types)),
            Type::Slice(of) => format!("[{}]", self.ty(of)),
            Type::Array { type_, len } => format!("[{}; {len}]", self.ty(type_)),
            Type::BorrowedRef { lifetime, is_mutable, type_ } => {
                let lifetime = lifetime.as_ref().map(|name| format!("{name} ")).unwrap_or_default();
                let word = if *is_mutable { "mut " } else { "" };
                format!("&{lifetime}{word}{}", self.ty(type_))
            }
            Type::QualifiedPath { name, self_type, .. } => format!("{}::{name}", self.ty(self_type)),
            Type::FunctionPointer(of) => {
                let inputs: Vec<Type> = of.sig.inputs.iter().map(|(_, ty)| ty.clone()).collect();
                let output = of.sig.output.as_ref().map(|ty| format!(" -> {}", self.ty(ty)));
                format!("fn({}){}", self.list(&inputs), output.unwrap_or_default())
            }
            other => panic!("a type {other:?} is not supported"),
        }
    }

    fn list(&mut self, types: &[Type]) -> String {
        types.iter().map(|ty| self.ty(ty)).collect::<Vec<_>>().join(", ")
    }

    /// Returns a type or trait by its name in the facade, or by its last name if it is not of the workspace.
    fn path(&mut self, path: &Path) -> String {
        let arguments = path.args.as_ref().map(|args| self.arguments(args)).unwrap_or_default();
        let definition = self.krate.paths.get(&path.id).map(|summary| summary.path.join("::"));
        let definition = definition.unwrap_or_else(|| path.path.clone());
        let name = match self.names.get(&definition) {
            Some(name) => name.clone(),
            None if definition.starts_with("hexmate") => {
                self.unnamed.insert(definition.clone());
                definition
            }
            None => path.path.rsplit("::").next().unwrap_or_default().to_owned(),
        };
        format!("{name}{arguments}")
    }

    fn arguments(&mut self, args: &GenericArgs) -> String {
        match args {
            GenericArgs::AngleBracketed { args, constraints } => {
                let args = args.iter().map(|arg| match arg {
                    GenericArg::Lifetime(name) => name.clone(),
                    GenericArg::Type(ty) => self.ty(ty),
                    GenericArg::Const(of) => of.expr.clone(),
                    GenericArg::Infer => "_".to_owned(),
                });
                let mut all: Vec<String> = args.collect();
                all.extend(constraints.iter().map(|one| self.constraint(one)));
                if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) }
            }
            GenericArgs::Parenthesized { inputs, output } => {
                let output = output.as_ref().map(|ty| format!(" -> {}", self.ty(ty)));
                format!("({}){}", self.list(inputs), output.unwrap_or_default())
            }
            GenericArgs::ReturnTypeNotation => "(..)".to_owned(),
        }
    }

    fn constraint(&mut self, one: &AssocItemConstraint) -> String {
        let name = &one.name;
        match &one.binding {
            AssocItemConstraintKind::Equality(Term::Type(ty)) => format!("{name} = {}", self.ty(ty)),
            AssocItemConstraintKind::Equality(Term::Constant(of)) => format!("{name} = {}", of.expr),
            AssocItemConstraintKind::Constraint(bounds) => format!("{name}{}", self.bounds(": ", bounds)),
        }
    }
}

/// Returns whether an implementation is for this item, not for another type that only mentions it.
fn is_for(one: &Impl, item: Id) -> bool {
    match &one.for_ {
        Type::ResolvedPath(path) => path.id == item,
        _ => true,
    }
}

/// Returns an implementation that someone wrote or derived for this type.
fn written(item: &Item) -> Option<&Impl> {
    match &item.inner {
        ItemEnum::Impl(one) if !one.is_synthetic && one.blanket_impl.is_none() => {
            let name = one.trait_.as_ref().map_or("", |of| of.path.as_str());
            (!name.ends_with("StructuralPartialEq")).then_some(one)
        }
        _ => None,
    }
}
