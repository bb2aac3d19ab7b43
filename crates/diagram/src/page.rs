//! Draws SVG documents on pages of PDF.
//!
//! Diagrams consist of filled and stroked paths in groups that may be clipped; [`draw`] draws these. Gradients,
//! patterns, masks, filters, images and text are not in them. Leaving them out leaves out the decoders of pictures and
//! the shaping of text, which are more code than the rest of the PDF writer.

use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use usvg::tiny_skia_path::{self, PathSegment};
use usvg::{Group, Node, PaintOrder, Tree};

/// Draws a document from the origin of a surface, stretched to a width and a height in points.
///
/// Returns `None` if the document contains more than paths in groups; part of it may be drawn then.
pub fn draw(surface: &mut Surface<'_>, tree: &Tree, [width, height]: [f32; 2]) -> Option<()> {
    let size = tree.size();
    let mut frame = PathBuilder::new();
    frame.move_to(0., 0.);
    frame.line_to(size.width(), 0.);
    frame.line_to(size.width(), size.height());
    frame.line_to(0., size.height());
    frame.close();
    surface.push_transform(&Transform::from_scale(width / size.width(), height / size.height()));
    surface.push_clip_path(&frame.finish()?, &FillRule::NonZero);
    let drawn = draw_group(surface, tree.root());
    surface.set_fill(None);
    surface.set_stroke(None);
    surface.pop();
    surface.pop();
    drawn
}

fn draw_group(surface: &mut Surface<'_>, group: &Group) -> Option<()> {
    if group.mask().is_some() || !group.filters().is_empty() || group.blend_mode() != usvg::BlendMode::Normal
    {
        return None;
    }
    surface.push_transform(&transform(group.transform()));
    let mut pushed = 1;
    if let Some(clip) = group.clip_path() {
        let (path, rule) = clip_path(clip)?;
        surface.push_clip_path(&path, &rule);
        pushed += 1;
    }
    if group.opacity() != usvg::Opacity::ONE {
        surface.push_opacity(share(group.opacity())?);
        surface.push_isolated();
        pushed += 2;
    }
    let drawn = group.children().iter().try_for_each(|node| match node {
        Node::Group(group) => draw_group(surface, group),
        Node::Path(path) => draw_path(surface, path),
        Node::Image(_) | Node::Text(_) => None,
    });
    for _ in 0..pushed {
        surface.pop();
    }
    drawn
}

fn draw_path(surface: &mut Surface<'_>, path: &usvg::Path) -> Option<()> {
    if !path.is_visible() {
        return Some(());
    }
    let fill = path.fill().map(fill).map_or(Some(None), |fill| fill.map(Some))?;
    let stroke = path.stroke().map(stroke).map_or(Some(None), |stroke| stroke.map(Some))?;
    let mut outline = PathBuilder::new();
    extend(&mut outline, path.data(), tiny_skia_path::Transform::identity());
    let outline = outline.finish()?;
    let mut paint = |fill: Option<Fill>, stroke: Option<Stroke>| {
        // Without either, black is filled.
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&outline);
        }
    };
    match path.paint_order() {
        PaintOrder::FillAndStroke => paint(fill, stroke),
        PaintOrder::StrokeAndFill => {
            paint(None, stroke);
            paint(fill, None);
        }
    }
    Some(())
}

/// Returns the outline of a clip path of paths with one fill rule.
fn clip_path(clip: &usvg::ClipPath) -> Option<(Path, FillRule)> {
    let mut outline = PathBuilder::new();
    let mut rules = Vec::new();
    if clip.clip_path().is_some() {
        return None;
    }
    collect(clip.root(), clip.transform(), &mut outline, &mut rules)?;
    let (first, others) = rules.split_first()?;
    let is_one_shape =
        others.is_empty() || others.iter().chain([first]).all(|rule| *rule == usvg::FillRule::NonZero);
    is_one_shape.then_some((outline.finish()?, rule(*first)))
}

fn collect(
    group: &Group,
    place: tiny_skia_path::Transform,
    outline: &mut PathBuilder,
    rules: &mut Vec<usvg::FillRule>,
) -> Option<()> {
    if group.clip_path().is_some() {
        return None;
    }
    let place = place.pre_concat(group.transform());
    group.children().iter().try_for_each(|node| match node {
        Node::Group(group) => collect(group, place, outline, rules),
        Node::Path(path) => {
            rules.extend(path.fill().map(usvg::Fill::rule));
            extend(outline, path.data(), place);
            Some(())
        }
        Node::Image(_) | Node::Text(_) => None,
    })
}

fn extend(outline: &mut PathBuilder, data: &tiny_skia_path::Path, place: tiny_skia_path::Transform) {
    let at = |mut point: tiny_skia_path::Point| {
        place.map_point(&mut point);
        point
    };
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(to) => outline.move_to(at(to).x, at(to).y),
            PathSegment::LineTo(to) => outline.line_to(at(to).x, at(to).y),
            PathSegment::QuadTo(by, to) => outline.quad_to(at(by).x, at(by).y, at(to).x, at(to).y),
            PathSegment::CubicTo(by, and, to) => {
                outline.cubic_to(at(by).x, at(by).y, at(and).x, at(and).y, at(to).x, at(to).y);
            }
            PathSegment::Close => outline.close(),
        }
    }
}

fn fill(fill: &usvg::Fill) -> Option<Fill> {
    Some(Fill { paint: paint(fill.paint())?, opacity: share(fill.opacity())?, rule: rule(fill.rule()) })
}

fn stroke(stroke: &usvg::Stroke) -> Option<Stroke> {
    Some(Stroke {
        paint: paint(stroke.paint())?,
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: share(stroke.opacity())?,
        dash: stroke
            .dasharray()
            .map(|lengths| StrokeDash { array: lengths.to_vec(), offset: stroke.dashoffset() }),
    })
}

/// Returns a colour; greys need one channel only.
fn paint(paint: &usvg::Paint) -> Option<Paint> {
    let usvg::Paint::Color(colour) = paint else { return None };
    Some(if colour.red == colour.green && colour.green == colour.blue {
        luma::Color::new(colour.red).into()
    } else {
        rgb::Color::new(colour.red, colour.green, colour.blue).into()
    })
}

fn rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

fn share(opacity: usvg::Opacity) -> Option<NormalizedF32> {
    NormalizedF32::new(opacity.get())
}

fn transform(place: usvg::Transform) -> Transform {
    Transform::from_row(place.sx, place.ky, place.kx, place.sy, place.tx, place.ty)
}
