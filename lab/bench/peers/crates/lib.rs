//! Two libraries of crates.io as C functions: rstar's R*-tree of boxes and kiddo's k-d tree of points. The adapters
//! rstar.cpp and kiddo.cpp call them. Results are handed out in batches, as the bench wants them, so that no call from
//! one language into the other is made for a single result.
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rstar::{RTree, RTreeObject, AABB};
use std::ffi::c_void;
use std::num::NonZero;

/// fbox of the baselines.
#[repr(C)]
#[derive(Clone, Copy, PartialEq)]
pub struct Box2 {
    min: [f32; 2],
    max: [f32; 2],
}

#[repr(C)]
pub struct Pair {
    a: u32,
    b: u32,
}

/// contender_near.
#[repr(C)]
pub struct Near {
    item: u32,
    squared: f64,
}

/// Gets a batch of results.
pub type Visitor<T> = unsafe extern "C" fn(*mut c_void, *const T, usize) -> bool;

#[derive(Clone, Copy, PartialEq)]
struct Item {
    bounds: Box2,
    number: u32,
}

impl RTreeObject for Item {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        envelope_of(&self.bounds)
    }
}

fn envelope_of(bounds: &Box2) -> AABB<[f32; 2]> {
    AABB::from_corners(bounds.min, bounds.max)
}

/// Hands out results in batches and counts them.
struct Sink<T> {
    visitor: Option<Visitor<T>>,
    context: *mut c_void,
    batch: Vec<T>,
    count: u64,
}

impl<T> Sink<T> {
    const SIZE: usize = 512;

    fn new(visitor: Option<Visitor<T>>, context: *mut c_void) -> Self {
        Sink {
            visitor,
            context,
            batch: Vec::with_capacity(Self::SIZE),
            count: 0,
        }
    }

    #[inline]
    fn add(&mut self, result: T) {
        self.batch.push(result);
        if self.batch.len() == Self::SIZE {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(visitor) = self.visitor {
            // SAFETY: the bench's visitor reads this many results and keeps none of them.
            unsafe { visitor(self.context, self.batch.as_ptr(), self.batch.len()) };
        }
        self.count += self.batch.len() as u64;
        self.batch.clear();
    }

    fn finish(mut self) -> u64 {
        self.flush();
        self.count
    }
}

pub struct Rtree {
    items: Vec<Item>, // By number.
    tree: RTree<Item>,
}

#[no_mangle]
pub extern "C" fn crates_rtree_new() -> *mut Rtree {
    Box::into_raw(Box::new(Rtree {
        items: Vec::new(),
        tree: RTree::new(),
    }))
}

/// # Safety
/// All functions of an R*-tree want what crates_rtree_new returned, until it is freed, and arrays of as many elements as
/// they are told.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_free(own: *mut Rtree) {
    drop(Box::from_raw(own));
}

/// Loads all boxes anew, which is rstar's fastest way when all of them move.
///
/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_load(own: &mut Rtree, boxes: *const Box2, count: usize) {
    let boxes = std::slice::from_raw_parts(boxes, count);
    own.items.clear();
    own.items
        .extend(boxes.iter().zip(0..).map(|(&bounds, number)| Item { bounds, number }));
    own.tree = RTree::new();
    own.tree = RTree::bulk_load(own.items.clone());
}

/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_insert(own: &mut Rtree, bounds: Box2) {
    let item = Item {
        bounds,
        number: own.items.len() as u32,
    };
    own.items.push(item);
    own.tree.insert(item);
}

/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_remove(own: &mut Rtree, number: u32) -> bool {
    own.items
        .get(number as usize)
        .is_some_and(|item| own.tree.remove(item).is_some())
}

/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_pairs(own: &Rtree, visitor: Option<Visitor<Pair>>, context: *mut c_void) -> u64 {
    let mut out = Sink::new(visitor, context);
    for one in &own.items {
        for other in own.tree.locate_in_envelope_intersecting(one.envelope()) {
            if one.number < other.number {
                out.add(Pair {
                    a: one.number,
                    b: other.number,
                });
            }
        }
    }
    out.finish()
}

/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_window(
    own: &Rtree,
    window: Box2,
    visitor: Option<Visitor<u32>>,
    context: *mut c_void,
) -> u64 {
    let mut out = Sink::new(visitor, context);
    for item in own.tree.locate_in_envelope_intersecting(envelope_of(&window)) {
        out.add(item.number);
    }
    out.finish()
}

/// # Safety
/// As crates_rtree_free.
#[no_mangle]
pub unsafe extern "C" fn crates_rtree_collides(own: &Rtree, window: Box2) -> bool {
    own.tree
        .locate_in_envelope_intersecting(envelope_of(&window))
        .next()
        .is_some()
}

pub type Kdtree = ImmutableKdTree<f64, 2>;

/// Points in doubles, so that distances that are nearly equal are told apart. NULL: they cannot be loaded.
///
/// # Safety
/// The boxes are an array of that many.
#[no_mangle]
pub unsafe extern "C" fn crates_kdtree_new(points: *const Box2, count: usize) -> *mut Kdtree {
    let boxes = std::slice::from_raw_parts(points, count);
    let points: Vec<[f64; 2]> = boxes.iter().map(|each| each.min.map(f64::from)).collect();
    match Kdtree::new_from_slice(&points) {
        Ok(tree) => Box::into_raw(Box::new(tree)),
        Err(_) => std::ptr::null_mut(),
    }
}

/// # Safety
/// What crates_kdtree_new returned, or NULL.
#[no_mangle]
pub unsafe extern "C" fn crates_kdtree_free(own: *mut Kdtree) {
    if !own.is_null() {
        drop(Box::from_raw(own));
    }
}

/// # Safety
/// What crates_kdtree_new returned, and room for k results.
#[no_mangle]
pub unsafe extern "C" fn crates_kdtree_near(own: &Kdtree, x: f32, y: f32, k: usize, out: *mut Near) -> usize {
    let from = [x.into(), y.into()];
    if k == 1 {
        let found = own.query(&from).nearest_one::<SquaredEuclidean<f64>>().execute();
        out.write(Near {
            item: found.item,
            squared: found.distance,
        });
        return 1;
    }
    let Some(k) = NonZero::new(k) else { return 0 };
    let found = own.query(&from).nearest_n::<SquaredEuclidean<f64>>(k).execute();
    for (i, each) in found.iter().enumerate() {
        out.add(i).write(Near {
            item: each.item,
            squared: each.distance,
        });
    }
    found.len()
}
