//! A JSON Schema validator for the keywords that the schemas of this project use.

use serde_json::Value;

/// Returns the first violation of a schema by a value.
pub(crate) fn fault(root: &Value, schema: &Value, value: &Value, path: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return fault(root, root.pointer(&name[1..]).expect(name), value, path);
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let faults: Vec<_> = any.iter().filter_map(|one| fault(root, one, value, path)).collect();
        return (faults.len() == any.len()).then(|| faults.join(" | "));
    }
    let expected = |what: &str| Some(format!("{path}: {value} is not {what}"));
    if let Some(constant) = schema.get("const").filter(|&constant| constant != value) {
        return expected(&constant.to_string());
    }
    if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        return expected(&schema["enum"].to_string());
    }
    let named = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let types = &schema["type"];
    let fits = match types {
        Value::Array(types) => types.iter().any(|one| one == named),
        Value::String(one) => one == named,
        _ => true,
    };
    if !fits {
        return expected(&types.to_string());
    }
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        return list.iter().find_map(|item| fault(root, items, item, &format!("{path}[]")));
    }
    let members = value.as_object()?;
    let Some(properties) = schema["properties"].as_object() else {
        let all = schema.get("additionalProperties").filter(|all| all.is_object())?;
        return members.iter().find_map(|(name, one)| fault(root, all, one, &format!("{path}.{name}")));
    };
    if let Some(strange) = members.keys().find(|name| !properties.contains_key(*name)) {
        return Some(format!("{path} must not have {strange}"));
    }
    let missing = schema["required"].as_array().into_iter().flatten();
    if let Some(missing) = missing.filter_map(Value::as_str).find(|&name| !members.contains_key(name)) {
        return Some(format!("{path} lacks {missing}"));
    }
    members
        .iter()
        .find_map(|(name, member)| fault(root, &properties[name], member, &format!("{path}.{name}")))
}
